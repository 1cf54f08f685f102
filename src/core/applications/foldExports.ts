import type { ExportEntry } from '../export/model/entry';

/** Of a day; the others fold. */
const maxShownOfDay = 3;

/** A row of a list of exports: one of them, or the older ones of a day. */
type ExportRow =
	| { readonly kind: 'export'; readonly entry: ExportEntry }
	/** @property day When they were asked for: midnight on this machine's clock. */
	| { readonly kind: 'older'; readonly day: Date; readonly entries: readonly ExportEntry[] };

/**
 * Folds the older exports of each day, so that those of other days stay in sight. Those that a person named, or that wait
 * to be resumed, never fold; nor does one alone, which would take the same room.
 *
 * @param entries Of one application, newest first.
 */
export function foldExports(entries: readonly ExportEntry[]): readonly ExportRow[] {
	const olderOf = new Map<ExportEntry, readonly ExportEntry[]>();
	for (const ofDay of Map.groupBy(entries.filter(mayFold), dayOf).values()) {
		const older = ofDay.slice(maxShownOfDay);
		for (const entry of older.length > 1 ? older : []) {
			olderOf.set(entry, older);
		}
	}
	return entries.flatMap((entry): ExportRow[] => {
		const older = olderOf.get(entry);
		if (!older) {
			return [{ kind: 'export', entry }];
		}
		return older[0] === entry ? [{ kind: 'older', day: new Date(dayOf(entry)), entries: older }] : [];
	});
}

function mayFold({ name, outcome }: ExportEntry): boolean {
	return name === undefined && outcome !== undefined;
}

/** Milliseconds of Unix time. */
function dayOf({ stored }: ExportEntry): number {
	return new Date(stored.askedAt).setHours(0, 0, 0, 0);
}
