/** Every migration, in order. A migration that has left this repository is never changed: write another. */
import type { Migration } from "kysely/migration";
import { up as accounts } from "./010_accounts.ts";
import { up as wallet } from "./020_wallet.ts";
import { up as floor } from "./030_floor.ts";
import { up as history } from "./040_history.ts";
import { up as promotions } from "./050_promotions.ts";
import { up as jackpots } from "./051_jackpots.ts";
import { up as protection } from "./060_protection.ts";
import { up as access } from "./070_access.ts";
import { up as chat } from "./080_chat.ts";
import { up as notices } from "./081_notices.ts";
import { up as keepsakes } from "./082_keepsakes.ts";
import { up as chatClientIds } from "./083_chat_client_ids.ts";
import { up as leases } from "./090_leases.ts";
import { up as nodes } from "./091_nodes.ts";
import { up as settings } from "./092_settings.ts";
import { up as jackpotLocks } from "./094_jackpot_locks.ts";
import { up as transfers } from "./095_transfers.ts";
import { up as months } from "./096_months.ts";
import { up as audit } from "./097_audit.ts";
import { up as approvals } from "./098_approvals.ts";
import { up as loginPairs } from "./099_login_pairs.ts";
import { up as logs } from "./100_logs.ts";
import { up as checkpoints } from "./101_checkpoints.ts";
import { up as systemActs } from "./102_system_acts.ts";
import { up as gameRecords } from "./107_game_records.ts";
import { up as signInLinks } from "./109_sign_in_links.ts";
import { up as noticeTexts } from "./110_notice_texts.ts";
import { up as clientTransferId } from "./111_client_transfer_id.ts";
import { up as favourites } from "./114_favourites.ts";
import { up as pinChosen } from "./115_pin_chosen.ts";
import { up as followedLinks } from "./116_followed_links.ts";
import { up as functionsVersion } from "./117_functions_version.ts";
import { up as sharedNodes } from "./118_shared_nodes.ts";
import { up as postingTriggers } from "./120_posting_triggers.ts";
import { up as pictures } from "./124_pictures.ts";
import { up as balanceVersions } from "./126_balance_versions.ts";
import { up as consoleActs } from "./130_console.ts";
import { up as playerNotes } from "./131_player_notes.ts";
import { up as staff } from "./132_staff.ts";
import { up as limitKinds } from "./134_limit_kinds.ts";
import { up as significantEvents } from "./135_significant_events.ts";
import { up as overview } from "./137_overview.ts";
import { up as records } from "./138_records.ts";
import { up as demoDoubt } from "./139_demo_doubt.ts";
import { up as desk } from "./140_desk.ts";
import { up as closedMachines } from "./141_closed_machines.ts";
import { up as settingsReason } from "./145_settings_reason.ts";
import { up as wallSessions } from "./146_wall_sessions.ts";
import { up as chatOwners } from "./148_chat_owners.ts";
import { up as limitPrompt } from "./149_limit_prompt.ts";
import { up as recordIndexes } from "./151_record_indexes.ts";
import { up as ageUnverified } from "./153_age_unverified.ts";
import { up as leastDeposit } from "./158_least_deposit.ts";
import { up as machineTrouble } from "./154_machine_trouble.ts";
import { up as nameFolds } from "./155_name_folds.ts";
import { up as machineRules } from "./159_machine_rules.ts";
import { up as touchAreas } from "./160_touch_areas.ts";

export const migrations: Record<string, Migration> = {
  "010_accounts": { up: accounts },
  "020_wallet": { up: wallet },
  "030_floor": { up: floor },
  "040_history": { up: history },
  "050_promotions": { up: promotions },
  "051_jackpots": { up: jackpots },
  "060_protection": { up: protection },
  "070_access": { up: access },
  "080_chat": { up: chat },
  "081_notices": { up: notices },
  "082_keepsakes": { up: keepsakes },
  "083_chat_client_ids": { up: chatClientIds },
  "090_leases": { up: leases },
  "091_nodes": { up: nodes },
  "092_settings": { up: settings },
  "094_jackpot_locks": { up: jackpotLocks },
  "095_transfers": { up: transfers },
  "096_months": { up: months },
  "097_audit": { up: audit },
  "098_approvals": { up: approvals },
  "099_login_pairs": { up: loginPairs },
  "100_logs": { up: logs },
  "101_checkpoints": { up: checkpoints },
  "102_system_acts": { up: systemActs },
  "107_game_records": { up: gameRecords },
  "109_sign_in_links": { up: signInLinks },
  "110_notice_texts": { up: noticeTexts },
  "111_client_transfer_id": { up: clientTransferId },
  "114_favourites": { up: favourites },
  "115_pin_chosen": { up: pinChosen },
  "116_followed_links": { up: followedLinks },
  "117_functions_version": { up: functionsVersion },
  "118_shared_nodes": { up: sharedNodes },
  "120_posting_triggers": { up: postingTriggers },
  "124_pictures": { up: pictures },
  "126_balance_versions": { up: balanceVersions },
  "130_console": { up: consoleActs },
  "131_player_notes": { up: playerNotes },
  "132_staff": { up: staff },
  "134_limit_kinds": { up: limitKinds },
  "135_significant_events": { up: significantEvents },
  "137_overview": { up: overview },
  "138_records": { up: records },
  "139_demo_doubt": { up: demoDoubt },
  "140_desk": { up: desk },
  "141_closed_machines": { up: closedMachines },
  "145_settings_reason": { up: settingsReason },
  "146_wall_sessions": { up: wallSessions },
  "148_chat_owners": { up: chatOwners },
  "149_limit_prompt": { up: limitPrompt },
  "151_record_indexes": { up: recordIndexes },
  "153_age_unverified": { up: ageUnverified },
  "154_machine_trouble": { up: machineTrouble },
  "155_name_folds": { up: nameFolds },
  "158_least_deposit": { up: leastDeposit },
  "159_machine_rules": { up: machineRules },
  "160_touch_areas": { up: touchAreas },
};
