import type { Application } from '../service/application';

/**
 * Returns a function that recognizes an application whose name, ID, or bundle ID contains every word of the query. Case
 * and accents are ignored.
 */
export function createMatcher(query: string): (application: Application) => boolean {
	const words = fold(query)
		.split(/\s+/)
		.filter((word) => word !== '');
	return (application) => {
		if (words.length === 0) {
			return true;
		}
		const text = fold([application.name ?? '', application.id, ...bundleIds(application)].join('\n'));
		return words.every((word) => text.includes(word));
	};
}

export function hasBundleId(application: Application, bundle: string): boolean {
	return bundleIds(application).includes(bundle);
}

/** Returns an application's bundle IDs. The service doesn't document their name, but `bundle_id` is common. */
function bundleIds({ details }: Application): string[] {
	return details.filter(([name]) => /bundle|package/i.test(name)).map(([, value]) => value);
}

/**
 * Normalizes case and accents. The text is converted to uppercase, because ς and σ, as well as ß and ss, remain
 * different in lowercase.
 */
function fold(text: string): string {
	return text.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase();
}
