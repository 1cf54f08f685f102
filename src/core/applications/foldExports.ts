import type { ExportEntry } from '../export/model/entry';

const maxShownOfDay = 3;

type ExportRow =
	| { readonly kind: 'export'; readonly entry: ExportEntry }
	/** @property day Midnight (local time) at the start of the day on which these exports were requested. */
	| { readonly kind: 'older'; readonly day: Date; readonly entries: readonly ExportEntry[] };

/**
 * Combines each day's older exports into one row, except exports that are named or resumable. `entries` must be sorted
 * from newest to oldest.
 */
export function foldExports(entries: readonly ExportEntry[]): readonly ExportRow[] {
	const olderOf = new Map<ExportEntry, readonly ExportEntry[]>();
	for (const ofDay of Map.groupBy(entries.filter(mayFold), getDay).values()) {
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
		return older[0] === entry ? [{ kind: 'older', day: new Date(getDay(entry)), entries: older }] : [];
	});
}

function mayFold({ name, outcome }: ExportEntry): boolean {
	return name === undefined && outcome !== undefined;
}

function getDay({ stored }: ExportEntry): number {
	return new Date(stored.askedAt).setHours(0, 0, 0, 0);
}
