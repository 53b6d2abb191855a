/** What can be done with a machine now. Each act says what will happen before it does. */
import { Suspense, useState } from "react";
import type { ComponentType } from "react";
import type { MachineRecord, MachineTile, PaymentRequest, Permission } from "@reelcast/contract/console";
import {
  Button,
  CheckIcon,
  KeyIcon,
  LockIcon,
  PlayIcon,
  StopIcon,
  TakeWinIcon,
  WalletIcon,
  WrenchIcon,
  useMoney,
} from "@reelcast/ui";
import type { IconProps } from "@reelcast/ui";
import { call } from "../../api/index.ts";
import { useT } from "../../i18n/index.ts";
import { lazyPart } from "../../i18n/lazyPart.ts";
import type { TextKey } from "../../i18n/index.ts";
import { useCarryOut } from "../../records/useCarryOut.ts";
import type { CarriedOut } from "../../records/useCarryOut.ts";
import { Confirm } from "../../shell/Confirm.tsx";
import { useMe } from "../../session/me.ts";
import { permissionsOf } from "@reelcast/contract/console";

const SettleDialog = lazyPart(() => import("./SettleDialog.tsx"), "records");
const RequestedDialog = lazyPart(() => import("../../records/RequestedDialog.tsx"), "records");

const ACTS = ["handPay", "settle", "back", "outOfOrder", "open", "close", "unlock", "retire"] as const;
type Act = (typeof ACTS)[number];

interface ActInfo {
  permission: Permission;
  icon: ComponentType<IconProps>;
  reason: "optional" | "required";
  isMain?: true;
  run: ((id: string, why: string) => Promise<CarriedOut>) | null;
}
/** An empty reason is none. */
const optionalWhy = (why: string) => (why === "" ? {} : { why });
const INFO: Readonly<Record<Act, ActInfo>> = {
  outOfOrder: {
    permission: "machine.operate",
    icon: WrenchIcon,
    reason: "required",
    run: (id, why) => call("takeOutOfOrder", { params: { id }, body: { reason: why } }),
  },
  back: {
    permission: "machine.operate",
    icon: CheckIcon,
    reason: "optional",
    isMain: true,
    run: (id, why) => call("putBack", { params: { id }, body: optionalWhy(why) }),
  },
  handPay: {
    permission: "machine.handPay",
    icon: TakeWinIcon,
    reason: "optional",
    isMain: true,
    run: (id, why) => call("payByHand", { params: { id }, body: optionalWhy(why) }),
  },
  settle: {
    permission: "money.settle",
    icon: WalletIcon,
    reason: "required",
    isMain: true,
    // It has a form of its own.
    run: null,
  },
  close: {
    permission: "machine.operate",
    icon: LockIcon,
    reason: "optional",
    run: (id, why) => call("closeMachine", { params: { id }, body: why === "" ? {} : { reason: why } }),
  },
  open: {
    permission: "machine.operate",
    icon: PlayIcon,
    reason: "optional",
    run: (id, why) => call("openMachine", { params: { id }, body: optionalWhy(why) }),
  },
  unlock: {
    permission: "machine.operate",
    icon: KeyIcon,
    reason: "optional",
    run: (id, why) => call("unlockMachine", { params: { id }, body: optionalWhy(why) }),
  },
  retire: {
    permission: "machine.retire",
    icon: StopIcon,
    reason: "required",
    run: (id, why) => call("retireMachine", { params: { id }, body: { why: why ?? "" } }),
  },
};

/** Those that make sense in this state. */
function actsFor(tile: Pick<MachineTile, "state" | "player" | "closed">, record: MachineRecord | undefined): Act[] {
  const isDoubt = tile.state === "quarantined";
  const isOut = tile.state === "outOfOrder";
  const applies: Record<Act, boolean> = {
    outOfOrder: !isOut && !isDoubt,
    back: isOut || (isDoubt && record?.suspension === null),
    handPay: tile.state === "handPay",
    settle: isDoubt && record !== undefined,
    close: !tile.closed && !isOut && !isDoubt,
    open: tile.closed,
    unlock: !isDoubt && tile.state !== "playing" && tile.state !== "bonus",
    retire: tile.player === null && (isOut || ["free", "closed", "unreachable"].includes(tile.state)),
  };
  return ACTS.filter((act) => applies[act]);
}

/** What will happen, one sentence each. */
function useEffects(tile: MachineTile) {
  const t = useT();
  const money = useMoney();
  return (act: Act): string[] => {
    const texts: string[] = [];
    const add = (key: TextKey, values = {}) => texts.push(t(key, values));
    if (act === "outOfOrder") {
      if (tile.player) add("machine.effectPlayerPaid", { name: tile.player.name, amount: money(tile.credit) });
      add("machine.effectNobody");
      add("machine.effectBack");
    }
    if (act === "close") {
      add(tile.player ? "machine.effectGoesOn" : "machine.effectStaysFree");
      add("machine.effectOpenAgain");
    }
    if (act === "open") add("machine.effectOpen");
    if (act === "back") {
      add("machine.effectCompared");
      add("machine.effectOpen");
    }
    if (act === "handPay") {
      add("machine.effectHandPay", { name: tile.player?.name ?? "" });
      add("machine.effectBound");
    }
    if (act === "unlock") add("machine.effectUnlock");
    if (act === "retire") {
      add("machine.effectRetire");
      add("machine.effectForGood");
    }
    return texts;
  };
}

function ActButton({ act, isDue, onPress }: { act: Act; isDue: boolean; onPress: () => void }) {
  const t = useT();
  const { permissions } = useMe();
  const { icon: Icon, permission, isMain } = INFO[act];
  const needsFactor = !permissions.includes(permission);
  return (
    <Button
      tone={isMain && isDue ? "main" : act === "retire" ? "danger" : "plain"}
      icon={<Icon size={20} />}
      disabled={needsFactor}
      title={needsFactor ? t("machine.needsFactor") : undefined}
      onClick={onPress}
      className="max-sm:min-h-14 max-sm:text-lg"
    >
      {t(`machine.act_${act}`)}
    </Button>
  );
}

export interface ActsProps {
  tile: MachineTile;
  record: MachineRecord | undefined;
}
export function Acts({ tile, record }: ActsProps) {
  const t = useT();
  const me = useMe();
  const carryOut = useCarryOut();
  const effectsOf = useEffects(tile);
  const [asked, setAsked] = useState<Act | null>(null);
  const [requested, setRequested] = useState<PaymentRequest | null>(null);
  const run = asked ? INFO[asked].run : null;
  function close(): void {
    setAsked(null);
    setRequested(null);
  }
  const ofRoles = permissionsOf(me.roles);
  const acts = actsFor(tile, record).filter((act) => ofRoles.includes(INFO[act].permission));
  if (acts.length === 0) return null;
  const id = String(tile.id);
  return (
    <div role="group" aria-label={t("machine.acts")} className="flex flex-wrap gap-2 max-sm:flex-col">
      {acts.map((act) => (
        <ActButton
          key={act}
          act={act}
          // Settling nothing is rarely meant.
          isDue={act !== "settle" || (record?.settlement.due ?? 0) > 0}
          onPress={() => setAsked(act)}
        />
      ))}
      {asked === "settle" && record ? (
        <Suspense>
          <SettleDialog record={record} onClose={close} />
        </Suspense>
      ) : null}
      {asked && requested ? (
        <Suspense>
          <RequestedDialog answer={requested} onClose={close} />
        </Suspense>
      ) : null}
      {asked && run && !requested ? (
        <Confirm
          title={t(`machine.ask_${asked}`, { name: tile.name })}
          effects={effectsOf(asked)}
          action={t(`machine.act_${asked}`)}
          reason={INFO[asked].reason}
          tone={asked === "retire" || asked === "outOfOrder" ? "danger" : "main"}
          run={async (why) => {
            const waits = await carryOut(run(id, why), t(`machine.done_${asked}`, { name: tile.name }));
            setRequested(waits);
            return waits === null;
          }}
          onClose={close}
        />
      ) : null}
    </div>
  );
}
