import type { ExportEntry } from '../export/model/entry';

/** Entries by application ID, each group in the order of the whole. */
export type ExportGroups = ReadonlyMap<string, readonly ExportEntry[]>;

export function groupExports(entries: readonly ExportEntry[]): ExportGroups {
	const groups = new Map<string, ExportEntry[]>();
	for (const entry of entries) {
		const { id } = entry.stored.plan.application;
		const group = groups.get(id);
		if (group) {
			group.push(entry);
		} else {
			groups.set(id, [entry]);
		}
	}
	return groups;
}

/** IDs of the applications whose exports are not the same in both. */
export function changedGroups(before: ExportGroups, after: ExportGroups): string[] {
	const ids = new Set([...before.keys(), ...after.keys()]);
	return [...ids].filter((id) => describe(before.get(id)) !== describe(after.get(id)));
}

/** A folder is one export, and its outcome is written once; a person may name it again. */
function describe(entries: readonly ExportEntry[] = []): string {
	return entries
		.map(
			({ folder, name = '', outcome, runsElsewhere }) =>
				`${folder}\n${name}\n${runsElsewhere ?? outcome?.finishedAt ?? ''}`,
		)
		.join('\n');
}
