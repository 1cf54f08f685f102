import type { FaultScope, FaultSetting } from './setting';
import type { CountFaultName, FaultName } from './table';

interface Active {
	readonly setting: FaultSetting;
	left: number;
}

/** The faults that are on. */
export class FaultSet {
	private readonly active = new Map<string, Active>();

	/** A fault that is on already starts anew. */
	set(...settings: readonly FaultSetting[]): void {
		for (const setting of settings) {
			this.active.set(keyOf(setting), { setting, left: setting.times ?? Number.POSITIVE_INFINITY });
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
		const values = new Map<FaultName, string>();
		for (const [key, entry] of this.active) {
			if (scopeOf(entry.setting) !== scope) {
				continue;
			}
			values.set(entry.setting.name, entry.setting.value ?? '');
			entry.left--;
			if (entry.left <= 0) {
				this.active.delete(key);
			}
		}
		return new RequestFaults(values);
	}
}

/** The faults of one request. */
export class RequestFaults {
	constructor(private readonly values: ReadonlyMap<FaultName, string>) {}

	has(name: FaultName): boolean {
		return this.values.has(name);
	}

	/** Undefined when the fault is off or has no value. */
	text(name: FaultName): string | undefined {
		return this.values.get(name) || undefined;
	}

	/** Undefined when the fault is off. */
	count(name: CountFaultName): number | undefined {
		const value = this.values.get(name);
		return value === undefined ? undefined : Number(value);
	}
}

function scopeOf({ name, on }: FaultSetting): FaultScope {
	return on ?? (name === 'listing' ? 'listing' : 'exports');
}

function keyOf(setting: FaultSetting): string {
	return `${setting.name} ${scopeOf(setting)}`;
}
