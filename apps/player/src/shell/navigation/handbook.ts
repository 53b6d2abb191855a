/** Address of the handbook, a template page. */
export const HANDBOOK: string = "/documentation";
