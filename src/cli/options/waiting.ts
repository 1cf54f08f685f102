import type { OptionSpec, ParsedOptions } from './options';

export const usualWaitMinutes = 60;

export const waitOption: Readonly<Record<'wait-minutes', OptionSpec>> = {
	'wait-minutes': {
		type: 'string',
		value: 'N',
		meaning: `maximum time to wait for the service to prepare the export (default: ${usualWaitMinutes})`,
	},
};

export function waitMinutes(given: ParsedOptions): number {
	return given.count('wait-minutes', usualWaitMinutes);
}
