import type { Application } from '../service/application';

/**
 * Whether an application has every word of the query, in any order, somewhere in its name, its ID or its bundle ID.
 * Letters match whatever their case and accents.
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

/** The listing's members are not documented; live services call this one `bundle_id`. */
function bundleIds({ details }: Application): string[] {
	return details.filter(([name]) => /bundle|package/i.test(name)).map(([, value]) => value);
}

/** Upper case, since it joins letters that lower case keeps apart (ς and σ, ß and ss). */
function fold(text: string): string {
	return text.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase();
}
