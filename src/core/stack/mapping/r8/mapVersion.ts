/**
 * Versions of the notes in a mapping file, as numbers that can be compared: 2.2 is 202, none is 0. A note that came with
 * a later version than the file declares is ignored (R8, `doc/retrace.md`, section Version).
 */
export type MapVersion = number;

export const noVersion: MapVersion = 0;

/** `experimental` counts as none, as it does for R8's own retrace. */
export function mapVersion(text: string): MapVersion {
	const [, major, minor] = /^(\d{1,4})\.(\d{1,2})$/.exec(text) ?? [];
	return major === undefined || minor === undefined ? noVersion : Number(major) * 100 + Number(minor);
}
