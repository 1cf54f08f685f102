import type { CountFaultName, FaultName } from './faultTable';
import type { FaultScope, FaultSetting } from './setting';

interface Active {
	readonly setting: FaultSetting;
	left: number;
	readonly memory: FaultMemory;
}

/** State of an active fault. Activating the fault again resets the state. */
class FaultMemory {
	/** Index of the last affected request, counted from 0. Initially -1. */
	requests = -1;
	/** Number of requests to each export URL while the export was queued. */
	readonly polls = new Map<string, number>();
	/** Time when the records for each URL were cached, in Unix seconds. */
	readonly cachedAt = new Map<string, number>();
}

export class FaultSet {
	private readonly active = new Map<string, Active>();

	set(...settings: readonly FaultSetting[]): void {
		for (const setting of settings) {
			const left = setting.times ?? Number.POSITIVE_INFINITY;
			this.active.set(getKey(setting), { setting, left, memory: new FaultMemory() });
		}
	}

	clear(...names: readonly FaultName[]): void {
		for (const [key, { setting }] of this.active) {
			if (names.length === 0 || names.includes(setting.name)) {
				this.active.delete(key);
			}
		}
	}

	list(): FaultSetting[] {
		return [...this.active.values()].map(({ setting, left }) => ({
			...setting,
			times: Number.isFinite(left) ? left : undefined,
		}));
	}

	/**
	 * Returns the faults for a request, and counts the request. Clears a fault after the last request that it affects.
	 */
	take(scope: FaultScope): RequestFaults {
		const taken = new Map<FaultName, Active>();
		for (const [key, entry] of this.active) {
			if (scopeOf(entry.setting) !== scope) {
				continue;
			}
			taken.set(entry.setting.name, entry);
			entry.memory.requests++;
			entry.left--;
			if (entry.left <= 0) {
				this.active.delete(key);
			}
		}
		return new RequestFaults(taken);
	}
}

export class RequestFaults {
	constructor(private readonly taken: ReadonlyMap<FaultName, Active>) {}

	has(name: FaultName): boolean {
		return this.taken.has(name);
	}

	text(name: FaultName): string | undefined {
		return this.taken.get(name)?.setting.value || undefined;
	}

	count(name: CountFaultName): number | undefined {
		const entry = this.taken.get(name);
		return entry && Number(entry.setting.value ?? 0);
	}

	memory(name: FaultName): FaultMemory | undefined {
		return this.taken.get(name)?.memory;
	}
}

export const noFaults = new RequestFaults(new Map());

function scopeOf({ name, on }: FaultSetting): FaultScope {
	return on ?? (name === 'listing' ? 'listing' : 'exports');
}

function getKey(setting: FaultSetting): string {
	return `${setting.name} ${scopeOf(setting)}`;
}
