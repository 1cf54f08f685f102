import { type FaultName, faults, listingShapes } from './faultTable';

export type FaultScope = 'exports' | 'listing';

export interface FaultSetting {
	readonly name: FaultName;
	readonly value?: string | undefined;
	/** Number of requests to which the fault applies. If undefined, the fault applies until it is cleared. */
	readonly times?: number | undefined;
	/** Requests that the fault affects. The default is `listing` for the fault `listing`, and `exports` otherwise. */
	readonly on?: FaultScope | undefined;
}

export class FaultSettingError extends Error {
	override readonly name = 'FaultSettingError';
}

export function readFaultSetting(input: unknown): FaultSetting {
	if (typeof input !== 'object' || input === null) {
		throw new FaultSettingError('a fault is an object with a name');
	}
	const { name, value, times, on } = input as { name?: unknown; value?: unknown; times?: unknown; on?: unknown };
	const fault = faults.find((known) => known.name === name);
	if (!fault) {
		throw new FaultSettingError(`no such fault: ${String(name)}`);
	}
	if (times !== undefined && !(typeof times === 'number' && Number.isSafeInteger(times) && times > 0)) {
		throw new FaultSettingError(`${fault.name}: times is a number of requests`);
	}
	if (on !== undefined && on !== 'exports' && on !== 'listing') {
		throw new FaultSettingError(`${fault.name}: on is exports or listing`);
	}
	return { name: fault.name, value: readValue(fault, value), times, on };
}

export function parseFaultSetting(text: string): FaultSetting {
	const [, name, value] = /^([^=]*)(?:=(.*))?$/s.exec(text) ?? [];
	return readFaultSetting({ name, value });
}

function readValue(fault: (typeof faults)[number], value: unknown): string | undefined {
	const declared: { kind: string; meaning: string; usual?: string } | undefined =
		'value' in fault ? fault.value : undefined;
	if (value === undefined) {
		return declared?.usual;
	}
	if (!declared) {
		throw new FaultSettingError(`${fault.name} does not accept a value`);
	}
	const text = String(value);
	if (declared.kind === 'count' && !/^\d{1,15}$/.test(text)) {
		throw new FaultSettingError(`${fault.name}: the value is a number, ${declared.meaning}`);
	}
	if (fault.name === 'listing' && !listingShapes.some((shape) => shape === text)) {
		throw new FaultSettingError(`${fault.name}: the value is one of ${listingShapes.join(', ')}`);
	}
	return text;
}
