/** Whether the line is slow, or data is to be saved, as the page's first script has found: it sets `data-line`. */
export const isSlowLine = (): boolean => document.documentElement.dataset["line"] === "slow";
