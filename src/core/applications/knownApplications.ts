import type { Plan } from '../plan/plan';
import type { Application } from '../service/application';
import type { Marks } from './marks';

export interface KnownApplication {
	readonly application: Application;
	readonly pinned: boolean;
	readonly added: boolean;
	readonly listed: boolean;
}

/**
 * Returns all known applications. Pinned applications come first, then the service's other applications in their
 * original order, and then applications for which only the ID is known.
 */
export function joinApplications(listing: readonly Application[], marks: Marks): KnownApplication[] {
	const listed = new Map(listing.map((application) => [application.id, application]));
	const [pinned, added] = [new Set(marks.pinned), new Set(marks.added)];
	const known = new Map<string, Application>(listed);
	for (const id of [...marks.added, ...marks.pinned]) {
		if (!known.has(id)) {
			known.set(id, { id, details: [] });
		}
	}
	return pinnedFirst(
		[...known.values()].map((application) => ({
			application,
			pinned: pinned.has(application.id),
			added: added.has(application.id),
			listed: listed.has(application.id),
		})),
	);
}

export function joinExported(
	known: readonly KnownApplication[],
	exported: Iterable<Plan['application']>,
): KnownApplication[] {
	const names = new Map<string, string | undefined>();
	for (const { id, name } of exported) {
		names.set(id, names.get(id) ?? name);
	}
	const named = known.map((one) => {
		const name = one.application.name ?? names.get(one.application.id);
		return name === one.application.name ? one : { ...one, application: { ...one.application, name } };
	});
	const ids = new Set(known.map(({ application }) => application.id));
	const others = [...names]
		.filter(([id]) => !ids.has(id))
		.map(([id, name]) => ({ application: { id, name, details: [] }, pinned: false, added: false, listed: false }));
	return [...named, ...others];
}

function pinnedFirst(known: readonly KnownApplication[]): KnownApplication[] {
	return [...known.filter(({ pinned }) => pinned), ...known.filter(({ pinned }) => !pinned)];
}
