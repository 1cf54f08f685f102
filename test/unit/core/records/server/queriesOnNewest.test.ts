import { useNewestEngine } from '../../../../support/databases/databases';
import { testQueriesOf } from './support/queryTests';

describe('Queries of the newest engine', function () {
	testQueriesOf(useNewestEngine(), this);
});
