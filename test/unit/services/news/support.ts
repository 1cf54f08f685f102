import type { Memento } from 'vscode';
import { utc } from '../../../../src/core/plan/range';
import type { KeptEntry, KnownSet } from '../../../../src/engine/protocol';
import { countStates } from '../../../../src/shared/keptDays';

/** Of the editor, in memory. */
export function fakeMemento(): Memento {
	const held = new Map<string, unknown>();
	return {
		keys: () => [...held.keys()],
		get: <T>(key: string, usual?: T) => (held.has(key) ? (held.get(key) as T) : usual) as T,
		update: async (key, value) => {
			// As the editor does: what is kept is a copy.
			value === undefined ? held.delete(key) : held.set(key, structuredClone(value));
		},
	};
}

interface Times {
	/** Unix time, seconds. */
	readonly updatedAt?: number;
	readonly newest?: number;
}

/** A set of kept records that is current to a moment (Unix time, seconds). */
export function setOf(
	folder: string,
	until: number,
	{ updatedAt = until, newest = until }: Times = {},
): KeptEntry & { known: KnownSet; facts: { covers: { since: number; until: number }[] } } {
	const at = (seconds: number) => new Date(seconds * 1000).toISOString();
	return {
		folder,
		runsElsewhere: false,
		known: {
			manifest: `${folder}/shop.kept.json`,
			service: 'https://api.example',
			plan: {
				application: { id: '101', name: 'Shop' },
				format: 'csv',
				fields: [],
				filters: [],
				skipUnavailableShards: false,
				since: '1970-01-01',
			},
			zone: utc,
			paused: false,
			updatedAt: at(updatedAt),
			summary: { rows: 1, bytes: 1, days: countStates([]), currentTo: at(until), newest },
		},
		facts: { covers: [{ since: 0, until }] },
	};
}
