/**
 * What the house does of its own with machines and with money in doubt is recorded by the tables themselves, in the
 * transaction that does it, whichever function wrote. The triggers are deferred to the end of the transaction, so that
 * the lock on the log's head is its last one and nobody waits in a circle.
 */
import { sql } from "kysely";
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function record_suspension() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        perform record_act('system', 'system', null, 'suspense.open', 'player ' || new.player_id, null,
          jsonb_build_object('machineId', new.machine_id, 'sessionId', new.session_id, 'transferId', new.transfer_id,
            'held', new.held, 'credit', new.credit, 'remaining', new.remaining), left(new.reason, 1000));
      else
        perform record_act('system', 'system', null, 'suspense.settle', 'player ' || new.player_id,
          jsonb_build_object('machineId', old.machine_id, 'remaining', old.remaining, 'paid', old.paid, 'kept', old.kept),
          jsonb_build_object('remaining', new.remaining, 'paid', new.paid, 'kept', new.kept, 'by', new.settled_by),
          left(new.settled_because, 1000));
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create constraint trigger record_suspension_opened after insert on suspensions
      deferrable initially deferred for each row execute function record_suspension()`.execute(db);
  await sql`
    create constraint trigger record_suspension_settled after update on suspensions
      deferrable initially deferred for each row
      when (old.settled_at is null and new.settled_at is not null) execute function record_suspension()`.execute(db);

  await sql`
    create function record_quarantine() returns trigger language plpgsql as $$
    begin
      perform record_act('system', 'system', null,
        case when new.quarantined is null then 'machine.lift-quarantine' else 'machine.quarantine' end,
        'machine ' || new.id, jsonb_build_object('quarantined', old.quarantined),
        jsonb_build_object('quarantined', new.quarantined), null);
      return null;
    end $$`.execute(db);
  await sql`
    create constraint trigger record_quarantine after update on machines
      deferrable initially deferred for each row
      when (old.quarantined is distinct from new.quarantined) execute function record_quarantine()`.execute(db);

  await sql`
    create function record_transfer_decided() returns trigger language plpgsql as $$
    begin
      perform record_act('system', 'system', null, 'transfer.decided', 'transfer ' || new.id,
        jsonb_build_object('state', old.state, 'playerId', old.player_id, 'machineId', old.machine_id, 'amount', old.amount),
        jsonb_build_object('state', new.state, 'moved', new.moved), left(new.detail, 1000));
      return null;
    end $$`.execute(db);
  await sql`
    create constraint trigger record_transfer_decided after update on transfers
      deferrable initially deferred for each row
      when (old.state = 'manual' and new.state <> 'manual') execute function record_transfer_decided()`.execute(db);
}
