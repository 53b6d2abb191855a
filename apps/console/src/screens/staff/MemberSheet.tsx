/** One member: roles, and the acts that end or change something for the person. Each says first what will happen. */
import { useState } from "react";
import { permissionsOf } from "@reelcast/contract/console";
import type { Role, StaffMember } from "@reelcast/contract/console";
import { Button, Sheet, toast } from "@reelcast/ui";
import { call } from "../../api/index.ts";
import { useReload } from "../../api/queries.ts";
import { formatMoment, useLanguage, useT } from "../../i18n/index.ts";
import { useMe } from "../../session/me.ts";
import { Confirm } from "../../shell/Confirm.tsx";
import type { ConfirmProps } from "../../shell/Confirm.tsx";
import type { OneTimeLink } from "./ResetLink.tsx";
import { RoleChoice } from "./RoleChoice.tsx";

type Act = "roles" | "disable" | "enable" | "reset";
interface MemberSheetProps {
  member: StaffMember;
  onClose: () => void;
  onLink: (link: OneTimeLink) => void;
}

/** What is chosen, from the roles that were shown first. */
interface Choice {
  seen: readonly Role[];
  roles: readonly Role[];
}
interface ActDialogProps extends MemberSheetProps {
  act: Act;
  choice: Choice;
  onDone: () => void;
}
function ActDialog({ act, member, choice: { seen, roles }, onLink, onDone }: ActDialogProps) {
  const t = useT();
  const reload = useReload();
  const { id, name, sessions } = member;
  const own = useMe().id === id;
  const ends = sessions > 0 ? [t("staff.endsSessions", { count: sessions })] : [];
  const params = { id };
  // The server takes two accounts for one person for a while if one of them has given the other its access.
  const newAccess = own ? [] : [t("staff.newAccessEffect")];
  const gains = permissionsOf(roles).some((one) => !permissionsOf(member.roles).includes(one));
  const acts: Record<Act, Pick<ConfirmProps, "title" | "effects" | "action" | "run" | "tone">> = {
    roles: {
      title: t("staff.rolesTitle", { name }),
      effects: [
        t("staff.rolesEffect", { roles: roles.map((role) => t(`shell.role_${role}`)).join(", ") }),
        ...ends,
        ...(own ? [t("staff.ownEffect")] : []),
        ...(gains ? newAccess : []),
      ],
      action: t("staff.rolesAction"),
      tone: "main",
      run: (why) => call("changeRoles", { params, body: { roles: [...roles], seen: [...seen], why } }),
    },
    disable: {
      title: t("staff.disableTitle", { name }),
      effects: [t("staff.disableEffect"), ...ends, t("staff.disableKept"), ...(own ? [t("staff.ownEffect")] : [])],
      action: t("staff.disable"),
      run: (why) => call("disableStaff", { params, body: { why } }),
    },
    enable: {
      title: t("staff.enableTitle", { name }),
      effects: [t("staff.enableEffect"), ...newAccess],
      action: t("staff.enable"),
      tone: "main",
      run: (why) => call("enableStaff", { params, body: why === "" ? {} : { why } }),
    },
    reset: {
      title: t("staff.resetTitle", { name }),
      effects: [t("staff.resetEffect"), ...ends, t("staff.resetLinkEffect"), ...newAccess],
      action: t("staff.reset"),
      run: async (why) => {
        const { link } = await call("resetStaff", { params, body: { why } });
        onLink({ name, ...link });
      },
    },
  };
  const { run, ...shown } = acts[act];
  return (
    <Confirm
      {...shown}
      reason={act === "enable" ? "optional" : "required"}
      onClose={onDone}
      run={async (why) => {
        await run(why).catch(async (error: unknown) => {
          // Somebody else may have changed the member meanwhile.
          await reload("staff");
          throw error;
        });
        if (act !== "reset") toast.success(t(`staff.done_${act}`, { name }));
        await reload("staff", "me");
      }}
    />
  );
}

const isSame = (some: readonly Role[], others: readonly Role[]): boolean =>
  some.length === others.length && some.every((role) => others.includes(role));

export function MemberSheet(props: MemberSheetProps) {
  const { member, onClose } = props;
  const t = useT();
  const language = useLanguage();
  const [choice, setChoice] = useState<Choice>({ seen: member.roles, roles: member.roles });
  const [act, setAct] = useState<Act | null>(null);
  // Roles that somebody else has changed are shown, unless a question about the earlier ones is open.
  if (act === null && !isSame(choice.seen, member.roles)) setChoice({ seen: member.roles, roles: member.roles });
  const { seen, roles } = choice;
  const changed = !isSame(roles, seen);
  const disabled = member.state === "disabled";
  return (
    <Sheet open onClose={onClose} side="end" title={member.name} closeLabel={t("shell.close")} width={420}>
      <div className="flex flex-col gap-6 px-5 pt-1 pb-6">
        <p className="text-sm text-muted">
          {t(`staff.state_${member.state}`)}
          {" · "}
          {t("staff.since", { at: formatMoment(member.createdAt, language) })}
        </p>
        <div className="flex flex-col gap-3">
          <RoleChoice
            roles={roles}
            onChange={(chosen) => setChoice({ seen, roles: chosen })}
            problem={roles.length === 0 ? t("staff.rolesMissing") : ""}
          />
          <Button
            tone={changed ? "main" : "plain"}
            disabled={!changed || roles.length === 0}
            onClick={() => setAct("roles")}
            className="self-start"
          >
            {t("staff.rolesAction")}
          </Button>
        </div>
        <section className="flex flex-col gap-3 border-t border-line pt-5">
          <h3 className="font-semibold">{t("staff.access")}</h3>
          {disabled ? (
            <Button onClick={() => setAct("enable")} className="self-start">
              {t("staff.enable")}
            </Button>
          ) : (
            <>
              <p className="text-sm text-muted">{t("staff.resetText")}</p>
              <Button onClick={() => setAct("reset")} className="self-start">
                {t("staff.reset")}
              </Button>
              <p className="text-sm text-muted">{t("staff.disableText")}</p>
              <Button tone="danger" onClick={() => setAct("disable")} className="self-start">
                {t("staff.disable")}
              </Button>
            </>
          )}
        </section>
      </div>
      {act === null ? null : <ActDialog {...props} act={act} choice={choice} onDone={() => setAct(null)} />}
    </Sheet>
  );
}
