import type { ExportEntry } from '../export/model/entry';

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

export function changedGroups(before: ExportGroups, after: ExportGroups): string[] {
	const ids = new Set([...before.keys(), ...after.keys()]);
	return [...ids].filter((id) => describe(before.get(id)) !== describe(after.get(id)));
}

function describe(entries: readonly ExportEntry[] = []): string {
	return entries
		.map(
			({ folder, name = '', outcome, runsElsewhere }) =>
				`${folder}\n${name}\n${runsElsewhere ?? outcome?.finishedAt ?? ''}`,
		)
		.join('\n');
}
