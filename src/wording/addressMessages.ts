import type { AddressProblem } from '../core/service/address';
import { l10n } from './l10n';

export const addressMessages: { readonly [P in AddressProblem]: () => string } = {
	empty: () => l10n.t('Enter the URL of the service.'),
	malformed: () => l10n.t('This is not a valid URL. Use the format https://example.com.'),
	scheme: () => l10n.t('The URL must start with https or http.'),
	credentials: () => l10n.t('Remove the user name and password from the URL. They would be stored as plain text.'),
	queryOrFragment: () => l10n.t('Remove everything after "?" or "#" from the URL.'),
};
