import type { CountFaultName, FaultName } from './faultTable';
import type { FaultScope, FaultSetting } from './setting';

interface Active {
	readonly setting: FaultSetting;
	left: number;
	readonly memory: FaultMemory;
}

/** What a fault remembers from request to request; a fault that is set anew has forgotten it. */
class FaultMemory {
	/** How many requests the fault was applied to before this one. */
	requests = -1;
	/** How often each URL was asked for while its export was queued. */
	readonly polls = new Map<string, number>();
}

/** The faults that are on. */
export class FaultSet {
	private readonly active = new Map<string, Active>();

	/** A fault that is on already starts anew. */
	set(...settings: readonly FaultSetting[]): void {
		for (const setting of settings) {
			const left = setting.times ?? Number.POSITIVE_INFINITY;
			this.active.set(keyOf(setting), { setting, left, memory: new FaultMemory() });
		}
	}

	/** Without names, all. */
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

	/** What is wrong with one request; counts it against the faults that are on for a number of requests. */
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

/** The faults of one request. */
export class RequestFaults {
	constructor(private readonly taken: ReadonlyMap<FaultName, Active>) {}

	has(name: FaultName): boolean {
		return this.taken.has(name);
	}

	/** Undefined when the fault is off or has no value. */
	text(name: FaultName): string | undefined {
		return this.taken.get(name)?.setting.value || undefined;
	}

	/** Undefined when the fault is off. */
	count(name: CountFaultName): number | undefined {
		const entry = this.taken.get(name);
		return entry && Number(entry.setting.value ?? 0);
	}

	/** Undefined when the fault is off. */
	memory(name: FaultName): FaultMemory | undefined {
		return this.taken.get(name)?.memory;
	}
}

export const noFaults = new RequestFaults(new Map());

function scopeOf({ name, on }: FaultSetting): FaultScope {
	return on ?? (name === 'listing' ? 'listing' : 'exports');
}

function keyOf(setting: FaultSetting): string {
	return `${setting.name} ${scopeOf(setting)}`;
}
