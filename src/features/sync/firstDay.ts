import * as vscode from 'vscode';
import { type Zone, zoneName } from '../../core/plan/range';
import { daysBefore } from '../../core/sync/model/calendar';
import { formatDay, parseCivil } from '../../shared/civilTime';
import { type Choice, type InputAnswer, pickOne } from '../../vscode/quickInput';
import { plural } from '../../wording/formats';
import { describeDay } from '../../wording/planMessages';

const { l10n } = vscode;

const usualDays = [0, 7, 30, 90] as const;

interface FirstDayOptions {
	readonly title: string;
	readonly zone: Zone;
	/** Current date in the application's time zone, as `yyyy-mm-dd`. */
	readonly today: string;
	readonly current?: string;
	readonly detail?: string;
	readonly canGoBack?: boolean;
}

export function pickFirstDay(options: FirstDayOptions): Promise<InputAnswer<string>> {
	const { title, zone, today, current, detail, canGoBack = false } = options;
	return pickOne<string>({
		title,
		placeholder: l10n.t('Start date, YYYY-MM-DD ({0})', zoneName(zone)),
		items: usualDays.map((days) => {
			const first = daysBefore(today, days);
			return {
				label: days === 0 ? l10n.t('Today') : plural(days, { one: 'Last {0} day', other: 'Last {0} days' }),
				description: describeDay(first),
				...(detail !== undefined && { detail }),
				value: first,
			};
		}),
		active: (day) => day === current,
		canGoBack,
		typed: (text): Choice<string> | undefined => {
			const day = readDay(text);
			return day !== undefined && day <= today
				? {
						label: l10n.t('Since {0}', describeDay(day)),
						...(detail !== undefined && { detail }),
						value: day,
					}
				: undefined;
		},
	});
}

/** Parses a date and returns it as `yyyy-mm-dd`, or undefined if the service can't have records from that day. */
export function readDay(text: string): string | undefined {
	const read = parseCivil(text, 'start');
	return read.ok && read.time.year >= 2000 ? formatDay(read.time) : undefined;
}
