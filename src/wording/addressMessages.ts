import { l10n } from 'vscode';
import type { AddressProblem } from '../core/service/address';

/** What is wrong with an address, for under the box it was typed in. */
export const addressMessages: { readonly [P in AddressProblem]: () => string } = {
	empty: () => l10n.t('Type the address of the service.'),
	malformed: () => l10n.t('This is not an address. It looks like https://example.com.'),
	scheme: () => l10n.t('The address begins with https, or with http.'),
	credentials: () => l10n.t('Leave out the name and password before the host: they would be stored readable.'),
	queryOrFragment: () => l10n.t('Leave out everything from "?" or "#" on.'),
};
