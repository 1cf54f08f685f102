import { l10n } from 'vscode';
import { formatCount } from '../../wording/formats';
import type { Drawing } from './applicationsProvider';

export function describeDrawing({ account, filter, shown, total }: Drawing, accounts: number): string {
	return [
		account && accounts > 1 ? l10n.t('Account: {0}', account.label) : '',
		filter === '' ? '' : l10n.t('Filter: {0} — {1} of {2}', filter, formatCount(shown), formatCount(total)),
	]
		.filter((part) => part !== '')
		.join(' · ');
}
