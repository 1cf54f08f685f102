import type { CivilProblem } from '../shared/civilTime';
import { l10n } from './l10n';

export function explainCivilProblem(problem: CivilProblem): string {
	switch (problem.kind) {
		case 'format':
			return l10n.t('Enter a date in the format 2026-01-31, or a date and time in the format 2026-01-31 18:30:00.');
		case 'noSuchMonth':
			return l10n.t('There is no month {0}.', problem.month);
		case 'noSuchDay':
			return l10n.t('{0} {1} {2} does not exist.', problem.day, monthName(problem.month), problem.year);
		case 'noSuchTime':
			return l10n.t('This is not a valid time. The latest possible time is 23:59:59.');
	}
}

function monthName(month: number): string {
	return new Intl.DateTimeFormat(l10n.language, { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2000, month - 1));
}
