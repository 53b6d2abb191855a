/** The staff: who there is, what each may do, and how somebody new gets in. */
import { useState } from "react";
import type { StaffMember } from "@reelcast/contract/console";
import { Button, DataTable, Message, PlusIcon, SearchField, ShieldIcon, cx, useNow } from "@reelcast/ui";
import type { Column } from "@reelcast/ui";
import { searchFold } from "@reelcast/contract/fold";
import { useTopic } from "../../api/live.ts";
import { useCall, useReload } from "../../api/queries.ts";
import { formatAgo, useLanguage, useT } from "../../i18n/index.ts";
import { Loaded } from "../../shell/Loaded.tsx";
import { Page } from "../../shell/Page.tsx";
import { useShortcuts } from "../../shell/keys.ts";
import { AddDialog } from "./AddDialog.tsx";
import { MemberSheet } from "./MemberSheet.tsx";
import { ResetLink } from "./ResetLink.tsx";
import type { OneTimeLink } from "./ResetLink.tsx";

const STATES: Record<StaffMember["state"], string> = {
  active: "bg-success/12 text-success",
  invited: "bg-info/12 text-info",
  disabled: "bg-lifted text-muted",
};

function State({ state }: { state: StaffMember["state"] }) {
  const t = useT();
  return (
    <span
      className={cx("inline-block rounded-full px-2.5 py-0.5 text-sm font-medium whitespace-nowrap", STATES[state])}
    >
      {t(`staff.state_${state}`)}
    </span>
  );
}

function useColumns(onOpen: (id: number) => void): readonly Column<StaffMember>[] {
  const t = useT();
  const language = useLanguage();
  const now = useNow();
  return [
    {
      key: "name",
      head: t("staff.name"),
      main: true,
      cell: ({ id, name }) => (
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => onOpen(id)}
          className="hit text-start font-semibold underline decoration-line decoration-2 underline-offset-4 hover:decoration-gold"
        >
          {name}
        </button>
      ),
    },
    { key: "state", head: t("staff.state"), cell: ({ state }) => <State state={state} /> },
    {
      key: "roles",
      head: t("staff.roles"),
      cell: ({ roles }) => roles.map((role) => t(`shell.role_${role}`)).join(", "),
    },
    {
      key: "factor",
      head: t("staff.factor"),
      cell: ({ totp, passkeys }) =>
        totp || passkeys > 0 ? (
          <span className="inline-flex items-center gap-2">
            <ShieldIcon size={16} className="shrink-0 text-success" />
            {[totp ? t("staff.totp") : null, passkeys > 0 ? t("staff.passkeyCount", { count: passkeys }) : null]
              .filter(Boolean)
              .join(", ")}
          </span>
        ) : null,
    },
    {
      key: "sessions",
      head: t("staff.sessions"),
      numeric: true,
      cell: ({ sessions }) => (sessions > 0 ? sessions : null),
    },
    {
      key: "last",
      head: t("staff.lastUsed"),
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? null : formatAgo(lastUsedAt, now, language)),
    },
  ];
}

function StaffList({ staff, onOpen }: { staff: readonly StaffMember[]; onOpen: (id: number) => void }) {
  const t = useT();
  const [typed, setTyped] = useState("");
  const columns = useColumns(onOpen);
  const wanted = searchFold(typed.trim());
  const shown = staff.filter(
    ({ name, roles }) =>
      searchFold(name).includes(wanted) || roles.some((role) => searchFold(t(`shell.role_${role}`)).includes(wanted)),
  );
  return (
    <div className="flex flex-col gap-3">
      <SearchField
        label={t("staff.find")}
        clearLabel={t("shell.clear")}
        value={typed}
        onChange={setTyped}
        className="w-full max-w-80"
      />
      {shown.length === 0 ? (
        <Message title={t("staff.nobody")} text={t("staff.nobodyText")} />
      ) : (
        <div className="md:card">
          <DataTable
            caption={t("staff.title")}
            columns={columns}
            rows={shown}
            rowKey={({ id }) => String(id)}
            tableFrom={44}
          />
        </div>
      )}
    </div>
  );
}

export default function StaffScreen() {
  const t = useT();
  const reload = useReload();
  const staff = useCall("staff");
  const [adding, setAdding] = useState(false);
  const [openId, setOpenId] = useState<number | null>(null);
  const [link, setLink] = useState<OneTimeLink | null>(null);
  useTopic("staff", () => void reload("staff"));
  useShortcuts([{ key: "n", title: t("staff.add"), run: () => setAdding(true) }]);
  const member = staff.data?.find(({ id }) => id === openId);
  return (
    <Page
      title={t("staff.title")}
      text={t("staff.text")}
      actions={
        <Button tone="main" icon={<PlusIcon size={18} />} onClick={() => setAdding(true)}>
          {t("staff.add")}
        </Button>
      }
    >
      <Loaded query={staff} height="h-64">
        {(list) => <StaffList staff={list} onOpen={setOpenId} />}
      </Loaded>
      {member ? <MemberSheet key={member.id} member={member} onClose={() => setOpenId(null)} onLink={setLink} /> : null}
      {adding ? <AddDialog onClose={() => setAdding(false)} onLink={setLink} /> : null}
      {link ? <ResetLink {...link} onClose={() => setLink(null)} /> : null}
    </Page>
  );
}
