/**
 * Format version of the notes in a mapping file, as a number: 2.2 becomes 202, and a missing version becomes 0. Notes
 * that were introduced in a later version are ignored (R8, `doc/retrace.md`, section Version).
 */
export type MapVersion = number;

export const noVersion: MapVersion = 0;

/** Parses a version. The version `experimental` counts as missing, as in R8's retrace tool. */
export function mapVersion(text: string): MapVersion {
	const [, major, minor] = /^(\d{1,4})\.(\d{1,2})$/.exec(text) ?? [];
	return major === undefined || minor === undefined ? noVersion : Number(major) * 100 + Number(minor);
}
