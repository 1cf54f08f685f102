import type { Given, OptionSpec } from './options';

/** As the setting of the editor has it where nobody changes it. */
export const usualWaitMinutes = 60;

export const waitOption: Readonly<Record<'wait-minutes', OptionSpec>> = {
	'wait-minutes': { type: 'string', value: 'N', meaning: `while the service prepares; ${usualWaitMinutes}` },
};

/** How long a person who typed this waits for a service that is not ready. */
export function waitMinutes(given: Given): number {
	return given.count('wait-minutes', usualWaitMinutes);
}
