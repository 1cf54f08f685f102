import { useNewestEngine } from '../../../../support/databases/databases';
import { testQueriesOn } from './support/queryTests';

describe('queries on the newest database engine', function () {
	testQueriesOn(useNewestEngine(), this);
});
