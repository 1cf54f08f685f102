import type { Memento } from 'vscode';
import { utc } from '../../../../src/core/plan/range';
import type { KnownSet, SyncedSetEntry } from '../../../../src/engine/protocol';
import { countStates } from '../../../../src/shared/syncedDays';

export function fakeMemento(): Memento {
	const held = new Map<string, unknown>();
	return {
		keys: () => [...held.keys()],
		get: <T>(key: string, usual?: T) => (held.has(key) ? (held.get(key) as T) : usual) as T,
		update: async (key, value) => {
			// VS Code also stores a copy of the value.
			value === undefined ? held.delete(key) : held.set(key, structuredClone(value));
		},
	};
}

interface Times {
	/** Unix time in seconds. */
	readonly updatedAt?: number;
	readonly newest?: number;
}

export function getSet(
	folder: string,
	until: number,
	{ updatedAt = until, newest = until }: Times = {},
): SyncedSetEntry & { known: KnownSet; facts: { covers: { since: number; until: number }[] } } {
	const at = (seconds: number) => new Date(seconds * 1000).toISOString();
	return {
		folder,
		runsElsewhere: false,
		known: {
			manifest: `${folder}/shop.synced.json`,
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
			summary: { setAside: 0, rows: 1, bytes: 1, days: countStates([]), currentTo: at(until), newest },
		},
		facts: { covers: [{ since: 0, until }] },
	};
}
