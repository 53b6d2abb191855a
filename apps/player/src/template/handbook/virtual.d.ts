/** The handbook's data, which build/handbook.ts makes of the code. */
declare module "virtual:handbook/components" {
  const data: import("./data.ts").DesignSystemDoc;
  export default data;
}
declare module "virtual:handbook/contract" {
  const data: import("@reelcast/contract/describe").ContractDoc;
  export default data;
}
declare module "virtual:handbook/settings" {
  const data: readonly import("@reelcast/contract/describe").SettingDoc[];
  export default data;
}
