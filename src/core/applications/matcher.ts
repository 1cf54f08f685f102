import type { Application } from '../service/application';

/** Matches applications whose name, ID or bundle ID contains every word of the query. Ignores case and accents. */
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

/** Returns the bundle IDs. The members of applications are undocumented, but live services use `bundle_id`. */
function bundleIds({ details }: Application): string[] {
	return details.filter(([name]) => /bundle|package/i.test(name)).map(([, value]) => value);
}

/** Folds case and accents. Upper case also unifies ς and σ, and ß and ss, which stay different in lower case. */
function fold(text: string): string {
	return text.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase();
}
