import { AppError } from '../common/errors';
import { isInsecure, parseAddress } from '../service/address';

export interface DatabaseAddress {
	/** URL of the HTTP interface, without user name, password, or query string. */
	readonly url: string;
	/** Name of the database. Empty for the user's default database. */
	readonly database: string;
	readonly user: string;
}

export interface DatabaseAccess extends DatabaseAddress {
	readonly password: string;
	/** True if the user has agreed to unencrypted `http:` connections to other computers. */
	readonly allowInsecure: boolean;
}

/** @throws AppError `insecureDatabase` if data would be sent unencrypted without consent, or `invalidAddress` */
export function securedUrl({ url, allowInsecure }: Pick<DatabaseAccess, 'url' | 'allowInsecure'>): URL {
	const parsed = parseAddress(url);
	if (!parsed.ok) {
		throw new AppError({ kind: 'invalidAddress', address: url });
	}
	const secured = new URL(parsed.address);
	if (isInsecure(secured) && !allowInsecure) {
		throw new AppError({ kind: 'insecureDatabase', address: parsed.address });
	}
	return secured;
}
