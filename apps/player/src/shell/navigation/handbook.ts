/** Where the handbook stands. A template page: the router knows it by its pattern. */
export const HANDBOOK: string = "/documentation";
