import { resolve } from 'node:path';
import { ActiveDevices } from '../../core/triage/fixed/activeDevices';
import type { CliContext } from '../context/cliContext';
import type { ParsedOptions } from '../options/options';

export const activeDevicesOption = {
	'active-devices': {
		type: 'string',
		value: 'FILE',
		meaning: 'CSV file with the columns date, version, and devices (default: devices that reported errors)',
	},
} as const;

export const ratesOption = {
	'active-devices': {
		...activeDevicesOption['active-devices'],
		meaning: 'CSV file with the columns date, version, and devices, to add the rate of each group',
	},
} as const;

/** Reads the file that `--active-devices` specifies. Returns undefined if the option isn't set. */
export async function openActiveDevices(given: ParsedOptions, context: CliContext): Promise<ActiveDevices | undefined> {
	const typed = given.text('active-devices');
	if (typed === undefined) {
		return undefined;
	}
	const path = resolve(context.terminal.cwd, typed);
	await using file = await context.open(path);
	return await ActiveDevices.read(path, file, file.info, context.signal);
}
