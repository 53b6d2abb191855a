/** Which roles somebody has, and what each of them may do. */
import { ROLES } from "@reelcast/contract/console";
import type { Role } from "@reelcast/contract/console";
import { Checkbox } from "@reelcast/ui";
import { useT } from "../../i18n/index.ts";

export interface RoleChoiceProps {
  roles: readonly Role[];
  onChange: (roles: Role[]) => void;
  /** What is wrong with the choice; "" for nothing. */
  problem: string;
}
export function RoleChoice({ roles, onChange, problem }: RoleChoiceProps) {
  const t = useT();
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="pb-1 text-sm font-medium text-muted">{t("staff.roles")}</legend>
      {ROLES.map((role) => (
        <Checkbox
          key={role}
          name={`role-${role}`}
          label={
            <span className="py-1 leading-snug">
              {t(`shell.role_${role}`)}
              <span className="block text-sm text-muted">{t(`staff.about_${role}`)}</span>
            </span>
          }
          checked={roles.includes(role)}
          onChange={(checked) => onChange(ROLES.filter((one) => (one === role ? checked : roles.includes(one))))}
        />
      ))}
      <p role="alert" className="text-sm text-error empty:hidden">
        {problem}
      </p>
    </fieldset>
  );
}
