import json
import sys

from openapi_client import ApiClient, AssetDoApi, Configuration, NodeDoApi
from openapi_client.exceptions import ApiException

client = ApiClient(Configuration(host=sys.argv[1]))
nodes, assets = NodeDoApi(client), AssetDoApi(client)
tree = nodes.node_tree(tree=[-1], kind=101, depth=1)
search = nodes.node_search(search="", search_file_category=[1, 2], paginate=2)
about = nodes.node_about()
thumb = assets.asset_thumb(thumb=1000)
try:
    assets.asset_details(details=424242)
except ApiException as failure:
    code = json.loads(failure.body)["code"]
print(tree.data[0].name, search.total, about.data.default_language, str(len(thumb) > 100).lower(), code)
