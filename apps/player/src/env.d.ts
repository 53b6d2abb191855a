/** The version of this app, from its package.json. */
declare const __VERSION__: string;
