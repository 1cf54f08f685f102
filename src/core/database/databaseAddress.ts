import { AppError } from '../common/errors';
import { isInsecure, parseAddress } from '../service/address';

/** Where a database is and who asks it. The password is kept apart. */
export interface DatabaseAddress {
	/** Of its HTTP interface; without user, password or query. */
	readonly url: string;
	/** Empty for the one that the server gives the user. */
	readonly database: string;
	/** Empty for the one that the server calls `default`. */
	readonly user: string;
}

/** All that is needed to ask a database. */
export interface DatabaseAccess extends DatabaseAddress {
	readonly password: string;
	/** Consent to `http:` to something other than this machine. */
	readonly allowInsecure: boolean;
}

/**
 * The canonical URL of a database.
 * @throws AppError `insecureDatabase` when password and records would leave this machine in the clear without consent
 * @throws AppError `invalidAddress`
 */
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
