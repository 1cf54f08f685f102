import React, { useCallback, useEffect, useState } from 'react';
import { FlatList, RefreshControl, Text } from 'react-native';
import { type Departure, loadDepartures } from '../api/departures';
import { DepartureRow } from '../components/DepartureRow';
import { addFavourite } from '../storage/favourites';

export function BoardScreen({ stop }: { stop: string | undefined }) {
  const [departures, setDepartures] = useState<Departure[]>([]);
  const [refreshing, setRefreshing] = useState(false);

  const refresh = useCallback(async () => {
    setRefreshing(true);
    setDepartures(await loadDepartures(stop!.trim()));
    setRefreshing(false);
  }, [stop]);

  useEffect(() => {
    void refresh();
  }, [refresh]);

  return (
    <FlatList
      data={departures}
      refreshControl={<RefreshControl refreshing={refreshing} onRefresh={refresh} />}
      ListHeaderComponent={<Text onPress={() => addFavourite(stop!)}>{stop}</Text>}
      renderItem={({ item }) => <DepartureRow departure={item} />}
    />
  );
}
