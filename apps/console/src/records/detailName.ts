/** The detail of an item of the work queue. What a machine or a person has said stays as it is; what the server names has words. */
import type { WorkItem } from "@reelcast/contract/console";
import type { Translate } from "../i18n/index.ts";

export const detailName = (t: Translate, { kind, detail }: Pick<WorkItem, "kind" | "detail">): string | null =>
  kind === "tilt" && detail === "door" ? t("records.doorOpen") : detail;
