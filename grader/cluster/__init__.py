"""The same work on many machines, through Dask; nothing here is loaded before it is asked for."""
