import { type FaultName, faults, listingShapes } from './faultTable';

/** Which requests a fault is about. */
export type FaultScope = 'exports' | 'listing';

export interface FaultSetting {
	readonly name: FaultName;
	readonly value?: string | undefined;
	/** For the next so many requests; undefined is until it is cleared. */
	readonly times?: number | undefined;
	/** `exports` unless told otherwise, except for the shape of the listing. */
	readonly on?: FaultScope | undefined;
}

/** A setting that names no fault, or gives it a value it cannot have. */
export class FaultSettingError extends Error {
	override readonly name = 'FaultSettingError';
}

/**
 * Reads a setting from outside: a message, a request's body, a command line.
 * @throws FaultSettingError with words for the person who wrote it.
 */
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

/** Reads `name` or `name=value`. */
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
		throw new FaultSettingError(`${fault.name} takes no value`);
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
