import { civilNow } from '../../core/plan/range';
import { toUtc } from '../../shared/civilTime';
import { type SampleApplication, sampleApplications } from '../applications/sampleApplications';
import { listingShapes } from '../faults/faultTable';
import { html, json, type SampleAnswer } from './answer';

/** Lists the applications in the undocumented format of live services, with two additional members. */
export function answerListing(shape: string | undefined, now: number): SampleAnswer {
	const applications = sampleApplications.map((application) => describe(application, now));
	switch (listingShapes.find((known) => known === shape)) {
		case undefined:
			return json(200, { applications });
		case 'array':
			return json(200, applications);
		case 'data':
			return json(200, { data: applications });
		case 'ids':
			return json(200, { applications: sampleApplications.map(({ id }) => id) });
		case 'byId':
			return json(200, Object.fromEntries(applications.map((application) => [application.id, application])));
		case 'odd':
			return json(200, { result: { total: applications.length, cursor: 'next' }, ok: true });
		case 'empty':
			return json(200, { applications: [] });
		case 'html':
			return html('Sign in');
	}
}

function describe({ id, name, packageName, zone, createDate, records }: SampleApplication, now: number) {
	const moment = new Date(now * 1000);
	return {
		id,
		name,
		bundle_id: packageName,
		category: 10,
		time_zone_name: zone,
		time_zone_offset: Math.round((toUtc(civilNow(moment, { kind: 'named', name: zone })) - moment.getTime()) / 1000),
		hide_address: false,
		permission: records === 'forbidden' ? 'none' : 'view',
		create_date: createDate,
		use_universal_links: false,
		import_token: `not-a-secret-import-token-${id}`,
		api_key128: `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`,
	};
}
