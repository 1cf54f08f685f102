import * as vscode from 'vscode';
import { daysBefore } from '../../core/kept/model/calendar';
import { type Zone, zoneName } from '../../core/plan/range';
import { formatDay, parseCivil } from '../../shared/civilTime';
import { type Choice, type InputAnswer, pickOne } from '../../vscode/quickInput';
import { formatCount } from '../../wording/formats';
import { describeDay } from '../../wording/planMessages';

const { l10n } = vscode;

/** Days before the present one with which a set may begin, for most: the days of the ranges that exports have. */
const usualDays = [0, 7, 30, 90] as const;

interface FirstDayOptions {
	readonly title: string;
	readonly zone: Zone;
	/** On the clock of the zone, `yyyy-mm-dd`. */
	readonly today: string;
	/** The day that there is so far. */
	readonly current?: string;
	/** What is to be said of each day. */
	readonly detail?: string;
	readonly canGoBack?: boolean;
}

/** Asks since which day records are kept: one of the usual ones, or one that is typed. */
export function pickFirstDay(options: FirstDayOptions): Promise<InputAnswer<string>> {
	const { title, zone, today, current, detail, canGoBack = false } = options;
	return pickOne<string>({
		title,
		placeholder: l10n.t(
			'Since which day, by receive time on the clock of {0}? Type another: yyyy-mm-dd',
			zoneName(zone),
		),
		items: usualDays.map((days) => {
			const first = daysBefore(today, days);
			return {
				label: days === 0 ? l10n.t('Today') : l10n.t('Last {0} days', formatCount(days)),
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

/** `yyyy-mm-dd` of what was typed; undefined for what is no day that the service may know of. */
export function readDay(text: string): string | undefined {
	const read = parseCivil(text, 'start');
	return read.ok && read.time.year >= 2000 ? formatDay(read.time) : undefined;
}
