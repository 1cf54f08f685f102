/** Format version of the notes. Version 2.2 is 202, and 0 means no version (R8, `doc/retrace.md`, Version). */
export type MapVersion = number;

export const noVersion: MapVersion = 0;

/** Parses a version. `experimental` is treated as no version, as in R8's retrace tool. */
export function mapVersion(text: string): MapVersion {
	const [, major, minor] = /^(\d{1,4})\.(\d{1,2})$/.exec(text) ?? [];
	return major === undefined || minor === undefined ? noVersion : Number(major) * 100 + Number(minor);
}
