import { useServer } from '../../../../support/databases/databases';
import { testQueriesOn } from './support/queryTests';

describe('queries on the oldest supported database server', function () {
	testQueriesOn(useServer(), this);
});
