import { escapeUnits, invisible } from '../../core/common/invisible';
import { inertJson } from './inert';
import type { Json } from './result';

/** Matches control characters that JSON doesn't escape but a terminal may interpret. */
const controls = /[\u007f-\u009f]/g;

/** Returns JSON that is safe to print in a terminal or log and that parses to the same value. */
export function jsonText(value: Json | { readonly [name: string]: Json | undefined }, indent?: string): string {
	return inertJson(
		JSON.stringify(value, undefined, indent).replace(controls, escapeUnits).replace(invisible, escapeUnits),
	);
}
