/** The handbook's data, generated from the code by build/handbook.ts. */
declare module "virtual:handbook/components" {
  // oxlint-disable-next-line typescript/consistent-type-imports -- a declared module can't import by a relative path
  const data: import("./data.ts").DesignSystemDoc;
  export default data;
}
declare module "virtual:handbook/contract" {
  import type { ContractDoc } from "@reelcast/contract/describe";

  const data: ContractDoc;
  export default data;
}
declare module "virtual:handbook/settings" {
  import type { SettingDoc } from "@reelcast/contract/describe";

  const data: readonly SettingDoc[];
  export default data;
}
